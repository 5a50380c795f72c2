import { storeFailureText, type StoreFailure } from '../../domain/files/store-failure.js';
import { FileStoreError } from '../../ports/file-store.js';

const failures: Readonly<Record<string, StoreFailure>> = {
  ENOSPC: 'no-space',
  EDQUOT: 'no-space',
  EACCES: 'denied',
  EPERM: 'denied',
  EROFS: 'read-only',
  ENOTDIR: 'file-in-the-way',
  EEXIST: 'file-in-the-way',
  EISDIR: 'folder-in-the-way',
  ENOENT: 'missing',
  ENAMETOOLONG: 'name-too-long',
  EMFILE: 'too-many-open',
  ENFILE: 'too-many-open',
};

/** The error code of the operating system or of Node.js, or an empty string. */
export function errorCode(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('code' in error)) return '';
  return typeof error.code === 'string' ? error.code : '';
}

export function storeError(path: string, failure: StoreFailure, cause?: unknown): FileStoreError {
  const details = errorCode(cause) || 'unexpected error';
  return new FileStoreError(storeFailureText(path, failure, details), { cause });
}

/** Runs `operation` on `path`; what the operating system throws becomes a FileStoreError. */
export async function withStoreErrors<T>(path: string, operation: () => Promise<T>): Promise<T> {
  try {
    return await operation();
  } catch (error) {
    if (error instanceof FileStoreError) throw error;
    throw storeError(path, failures[errorCode(error)] ?? 'other', error);
  }
}

/** No file can be there: also for a path with a NUL character or a name longer than file systems take. */
export function isMissing(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'ERR_INVALID_ARG_VALUE'].includes(errorCode(error));
}
