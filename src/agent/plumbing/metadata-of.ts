import type { ProviderMetadata } from 'ai';

/** What a provider said about a part, for an event and where a response as a whole is told of. */
export function metadataOf({ providerMetadata }: { readonly providerMetadata?: ProviderMetadata | undefined }): {
  readonly providerMetadata?: ProviderMetadata;
} {
  return providerMetadata === undefined || providerMetadata === null ? {} : { providerMetadata };
}
