import { cutToBytes } from '../text/measure.js';
import { safeExtension, sentFolder } from './chat-folder.js';
import { pathIn, pathStyle } from './path-text.js';

// Names of the copies that the core sends, each in a folder of its own: DATA/files/sent/FOLDER/NAME (behaviour 3.3).

/** Bytes of the longest name that any file system in use takes, with room for a temporary name beside it. */
const NAME_BYTES = 200;

// What has no picture of its own, turns the text around it, or has a meaning in a path of some system.
const NOT_IN_NAMES = /[\p{Cc}\p{Surrogate}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}<>:"|?*]/gu;
// Tried once a run: a name of many dots that ends otherwise must not be tried at each of them.
const AT_END = /(?<![. ])[. ]+$/;
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/** The last name of an absolute path. */
export function lastName(path: string): string {
  const separator = pathStyle(path) === 'posix' ? '/' : /[\\/]/;
  return path.split(separator).at(-1) ?? '';
}

/** The name of a copy of a received file: its sender's name, as far as it can be the name of a file anywhere. */
export function copyName(fileName: string): string {
  const last = fileName.split(/[\\/]/).at(-1) ?? '';
  const clean = last.replace(NOT_IN_NAMES, '').replace(AT_END, '');
  if (clean === '') return 'file';
  const name = DEVICE.test(clean) ? `_${clean}` : clean;
  const extension = safeExtension(name);
  const stem = name.slice(0, name.length - extension.length);
  return cutToBytes(stem, NAME_BYTES - extension.length) + extension;
}

/** The name of a resized image: that of its file, with the extension (with its dot) of its own format. */
export function resizedName(name: string, extension: string): string {
  return name.replace(/\.[^.]*$/, '') + extension;
}

/** The folder of a copy, when `path` is one; nothing else is deleted as one. */
export function copyFolder(dataFolder: string, path: string): string | undefined {
  const sent = sentFolder(dataFolder);
  const separator = pathStyle(dataFolder) === 'posix' ? '/' : '\\';
  if (!path.startsWith(sent + separator)) return undefined;
  const [folder = '', name = '', ...deeper] = path.slice(sent.length + 1).split(separator);
  const isCopy = deeper.length === 0 && isName(folder) && isName(name);
  return isCopy ? pathIn(sent, folder) : undefined;
}

function isName(name: string): boolean {
  return name !== '' && name !== '.' && name !== '..';
}
