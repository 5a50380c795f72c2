/** The first host of a server's address, as the apps show it; the address itself when it has another form. */
export function serverHost(address: string): string {
  const hosts = /^[a-z]+:\/\/[^@\s]*@([^\s/]+)/.exec(address)?.[1];
  const first = hosts?.split(',')[0]?.replace(/:\d+$/, '');
  return first === undefined || first === '' ? address : first;
}
