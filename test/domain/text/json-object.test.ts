import { describe, expect, it } from 'vitest';
import { jsonObject } from '../../../src/domain/text/json-object.js';

describe('a JSON object in a text', () => {
  it('is read', () => {
    expect(jsonObject('{"port":5226}')).toEqual({ port: 5226 });
  });

  it.each(['', 'port', '{', 'null', '7', '"{}"', '[{}]'])('is not %j', (text) => {
    expect(jsonObject(text)).toBeUndefined();
  });
});
