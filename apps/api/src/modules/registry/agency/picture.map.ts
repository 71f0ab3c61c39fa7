import type { PictureVariant } from '@morada/contract/registry/agency';

/** Name of a picture in its addresses, from its storage key: a new picture always gets a new key. */
export const pictureName = (key: string) => key.replace(/^.*\/|\.png$/g, '');

const fileName = (variant: PictureVariant, key: string) => `${pictureName(key)}.${variant === 'share' ? 'jpg' : 'png'}`;

/** Storage key of a size of a picture. */
export const variantKey = (variant: PictureVariant, key: string) => `agency/${variant}/${fileName(variant, key)}`;

/** Path at which the browser loads a size of a picture. */
export const variantPath = (variant: PictureVariant, key: string) =>
  `/api/agency/picture/${variant}/${fileName(variant, key)}`;
