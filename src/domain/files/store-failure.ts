/** Why the operating system refused an operation on a file or folder. */
export type StoreFailure =
  | 'no-space'
  | 'denied'
  | 'read-only'
  | 'file-in-the-way'
  | 'folder-in-the-way'
  | 'link-in-the-way'
  | 'no-folder'
  | 'missing'
  | 'name-too-long'
  | 'too-many-open'
  | 'too-large'
  | 'changing'
  | 'other';

/** What the person who runs the server reads, and can do, when `failure` happened at `path`. */
export function storeFailureText(path: string, failure: StoreFailure, details: string): string {
  switch (failure) {
    case 'no-space':
      return `No space is left to write ${path}. Free some space, then try again.`;
    case 'denied':
      return `${path}: permission denied. Give the user who runs the server the right to read and write it.`;
    case 'read-only':
      return `${path} is on a read-only file system. Use a folder that can be written.`;
    case 'file-in-the-way':
      return `${path} is a file where a folder is needed. Move it away, or use another folder.`;
    case 'folder-in-the-way':
      return `${path} is not a regular file, and one is needed there. Move it away.`;
    case 'link-in-the-way':
      return `${path} is a symbolic link where a folder is needed. Move it away.`;
    case 'no-folder':
      return `The folder of ${path} does not exist.`;
    case 'missing':
      return `${path} does not exist.`;
    case 'name-too-long':
      return `${path}: the path is too long for this file system. Use a shorter one.`;
    case 'too-many-open':
      return `${path}: too many files are open. Raise the limit of open files, then try again.`;
    case 'too-large':
      return `${path} is too large to be a state file of the server. Move it away.`;
    case 'changing':
      return `${path} changes while it is read. Try again when it is complete.`;
    case 'other':
      return `${path}: ${details}.`;
  }
}
