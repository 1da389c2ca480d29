import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { LanguageModel } from 'ai';
import { UserError } from '../../protocol/errors.js';
import { adaptV3 } from './adapt-v3.js';

/**
 * The model to talk to.
 *
 * @throws UserError for a model id (a gateway on a server would have to resolve it) or a model of an older contract.
 */
export function resolveModel(model: LanguageModel): LanguageModelV4 {
  if (typeof model === 'string') {
    const [provider = model] = model.split('/');
    throw new UserError(
      'model-id',
      `createAgent got the model id '${model}', which only a gateway on a server can resolve. Pass a model object, made with its provider's package, such as @ai-sdk/${provider}.`,
    );
  }
  switch (model.specificationVersion) {
    case 'v4':
      return model;
    case 'v3':
      return adaptV3(model);
    default:
      throw new UserError(
        'model-version',
        `The model '${model.modelId}' speaks version ${model.specificationVersion ?? 'v1'} of the provider contract, not v4 or v3. Update its provider package to the line for ai 7.`,
      );
  }
}
