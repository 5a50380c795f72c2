import { AuditLogWriter } from '../../../src/adapters/audit/log-writer.js';

// A process that appends to the log of the folder it is given, telling each written record, until it is killed.
const clock = {
  now: () => Date.now(),
  once: () => () => undefined,
  every: () => () => undefined,
  sleep: () => Promise.resolve(),
};
const writer = new AuditLogWriter(process.argv[2] ?? '', clock);
const name = 'n'.repeat(300);

for (let memberId = 1; ; memberId += 1) {
  await writer.append({ event: 'membership-changed', change: 'joined', memberId, name });
  process.stdout.write('written\n');
}
