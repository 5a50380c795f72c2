// Measures the built product beside a bare SDK server, in one run; exit code 1 when a goal is missed.
import { Report } from './report.mjs';
import { list } from './scenarios/list.mjs';

const report = new Report();
for (const scenario of [list]) await scenario(report);
if (report.missed.length > 0) {
  console.log(`\nMissed: ${report.missed.join('; ')}`);
  process.exitCode = 1;
}
