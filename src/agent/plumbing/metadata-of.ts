import type { ProviderMetadata } from 'ai';

/** Returns the provider's metadata of a part, for an event or a whole response. */
export function metadataOf({ providerMetadata }: { readonly providerMetadata?: ProviderMetadata | undefined }): {
  readonly providerMetadata?: ProviderMetadata;
} {
  return providerMetadata === undefined || providerMetadata === null ? {} : { providerMetadata };
}
