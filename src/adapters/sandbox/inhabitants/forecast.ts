const skies = ['clear', 'partly cloudy', 'overcast', 'rain', 'fog', 'light snow'] as const;

const help = 'Send /weather and a place, or /tomorrow and a place.';

/** The answer of the weather bot: the same for the same place. */
export function forecast(text: string): string {
  const [keyword, ...words] = text.trim().split(/\s+/);
  const place = words.join(' ');
  if ((keyword !== '/weather' && keyword !== '/tomorrow') || place === '') return help;
  let sum = keyword.length;
  for (const letter of place.toLowerCase()) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973;
  const sky = skies[sum % skies.length] ?? skies[0];
  const when = keyword === '/weather' ? 'now' : 'tomorrow';
  return `${place}, ${when}: ${sky}, ${(sum % 35) - 5} °C.`;
}
