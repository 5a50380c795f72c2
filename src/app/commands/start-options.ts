import type { DoctorPort } from '../../ports/doctor.js';

/** The agent of a data folder lives on the sandbox network. */
export async function isOnSandbox(
  computer: Pick<DoctorPort, 'folder' | 'fileExists'>,
  dataFolder: string,
): Promise<boolean> {
  const folder = await computer.folder();
  const native =
    folder.kind === 'folder' && folder.files.some(({ name }) => name === 'simplex_chat.db');
  return !native && (await computer.fileExists(`${dataFolder}/sandbox`));
}

/** Options of `serve` without which a start would be of another agent, or on another network. */
export function startOptions(
  onSandbox: boolean,
  dataFolder: string,
  dataGiven: boolean,
): readonly string[] {
  return [
    ...(onSandbox ? ['--core', 'sandbox'] : []),
    ...(dataGiven ? ['--data', dataFolder] : []),
  ];
}
