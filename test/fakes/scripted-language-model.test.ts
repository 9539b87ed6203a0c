import { expect, it } from '@jest/globals';
import { z } from 'zod';

import { languageModelContract } from '../contracts/language-model-contract.js';
import { createScriptedLanguageModel } from './scripted-language-model.js';

languageModelContract('scripted', async script => {
  const model = createScriptedLanguageModel(script);
  return {
    model,
    asked: () => model.requests.map(({ role, system, user }) => ({ role, system, user })),
    close: async () => {},
  };
});

it('fails a test that asks more than it scripted', async () => {
  const model = createScriptedLanguageModel({ resident: [] });
  const request = {
    role: 'resident' as const,
    system: 's',
    user: 'u',
    schemaName: 'x',
    schema: z.strictObject({}),
    maxOutputTokens: 1,
  };
  await expect(model.complete(request)).rejects.toThrow('no reply left');
  expect(createScriptedLanguageModel({ resident: [{ text: {} }] }).unused).toBe(1);
});
