// Measures the built product, beside a bare SDK server where times are compared, in one run; exit code 1 when a goal
// is missed. Names of scenarios choose some of them: npm run bench list send
import { Report } from './report.mjs';
import { blocked } from './scenarios/blocked.mjs';
import { files } from './scenarios/files.mjs';
import { list } from './scenarios/list.mjs';
import { send } from './scenarios/send.mjs';

// Files come first: what the others leave in memory would hide that it grows.
const scenarios = { files, list, send, blocked };
const chosen = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(scenarios);
const report = new Report();
for (const name of chosen) {
  if (!Object.hasOwn(scenarios, name)) throw new Error(`There is no scenario ${name}.`);
  await scenarios[name](report);
}
if (report.missed.length > 0) {
  console.log(`\nMissed: ${report.missed.join('; ')}`);
  process.exitCode = 1;
}
