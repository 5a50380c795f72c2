const UNITS = ['KB', 'MB', 'GB'] as const;

/** SIZE of cards and replies (api 2.1): bytes, KB, MB or GB, by 1000, with one decimal. */
export function sizeText(bytes: number): string {
  if (bytes < 1000) return bytes === 1 ? '1 byte' : `${bytes} bytes`;
  let value = bytes;
  let name: string = UNITS[0];
  for (const unit of UNITS) {
    value /= 1000;
    name = unit;
    // What would be rounded to 1000.0 is told in the next unit.
    if (value < 999.95) break;
  }
  return `${value.toFixed(1)} ${name}`;
}

/** `1 file`, `2 files`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

const MS_PER_MINUTE = 60_000;
const MS_PER_DAY = 86_400_000;

/** A time as `YYYY-MM-DD HH:MM UTC` (api 2.1); `ms` since the epoch. */
export function timeText(ms: number): string {
  const days = Math.floor(ms / MS_PER_DAY);
  const minutes = Math.floor((ms - days * MS_PER_DAY) / MS_PER_MINUTE);
  const { year, month, day } = civilDate(days);
  const date = `${padded(year, 4)}-${padded(month, 2)}-${padded(day, 2)}`;
  return `${date} ${padded(Math.floor(minutes / 60), 2)}:${padded(minutes % 60, 2)} UTC`;
}

// Days are counted from 0000-03-01, so that a leap day is the last day of its year.
function civilDate(daysSinceEpoch: number): { year: number; month: number; day: number } {
  const days = daysSinceEpoch + 719_468;
  const era = Math.floor(days / 146_097);
  const dayOfEra = days - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1_460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  );
  const dayOfYear =
    dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const monthFromMarch = Math.floor((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - Math.floor((153 * monthFromMarch + 2) / 5) + 1;
  const month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9;
  return { year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day };
}

function padded(value: number, width: number): string {
  return String(value).padStart(width, '0');
}
