import * as z from 'zod/mini';
import { endpoints } from '../base/endpoint.ts';

/** Sizes of a stored photograph by the longer side: full, phone width, and thumbnail. */
export const IMAGE_SIZES = { full: 1_920, medium: 960, thumb: 480 } as const;

/**
 * Photographs of a listing are public: their addresses are unguessable and browsers may cache them. Private files are
 * documents and require a session.
 */
export const images = endpoints('files', {
  show: {
    method: 'GET',
    path: '/image/:size/:key',
    access: 'public',
    summary: 'Uma fotografia, pelo endereço que a resposta do imóvel traz',
    params: z.object({ size: z.enum(['full', 'medium', 'thumb']), key: z.string().check(z.regex(/^[\w-]{22}\.jpg$/)) }),
    file: 'image/jpeg',
  },
});

/** Limits of an upload; the browser shrinks images first (1920 px, 0.6 MB). */
export const IMAGE_UPLOAD = { maxBytes: 15_000_000, accept: 'image/jpeg,image/png,image/webp' } as const;
