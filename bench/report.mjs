/** Prints measurements and remembers the goals that were missed. */
export class Report {
  missed = [];

  title(text) {
    console.log(`\n${text}`);
  }

  line(name, text) {
    console.log(`  ${name.padEnd(34)} ${text}`);
  }

  times(name, { p50, p99 }) {
    console.log(`  ${name.padEnd(34)} p50 ${ms(p50)}  p99 ${ms(p99)}`);
  }

  /** A ratio of two measurements of this run, with the most that it may be where there is a goal. */
  ratio(name, value, most) {
    const met = most === undefined || value <= most;
    const goal = most === undefined ? '' : `  (goal: at most ${most}) ${met ? '✓' : '✗'}`;
    console.log(`  ${name.padEnd(34)} ${value.toFixed(2)}${goal}`);
    if (!met) this.missed.push(name);
  }
}

function ms(time) {
  return `${time.toFixed(3).padStart(9)} ms`;
}
