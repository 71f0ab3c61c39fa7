import type { KeyObject, X509Certificate } from 'node:crypto';
import type { Evidence } from './evidence.ts';

// What the main thread and the worker thread hand to each other.

/** Points, as a person sees the page. */
export type PageSize = { width: number; height: number };

/** What a signer leaves on a page, within a box in tenths of a point from the top left of the page as it is seen. */
export type Mark = {
  /** From 1. */
  page: number;
  x: number;
  y: number;
  width: number;
  height: number;
  /** A name, initials or a day, as large as fits. */
  text?: string;
  /** Path of an SVG in a box of 600 × 200, as the signer drew it. */
  drawing?: string;
  /** A typed signature leans. */
  italic?: boolean;
  /** A small line under it: who signed, and when. */
  caption?: string;
  /** What a reader without pictures is told: `Assinatura de Maria Souza`. */
  alt?: string;
};

export type Composition = { paper: Uint8Array; marks: readonly Mark[]; evidence: Evidence };

/** A certificate that signs, as `openSigner` of the agency's certificates gives it. */
export type Sealer = { privateKey: KeyObject; certificate: X509Certificate; chain: readonly X509Certificate[] };
export type Seal = { reason: string; name: string; at: Date };

/** Pixels, four bytes each: red, green, blue and one that says nothing. */
export type RawPicture = { data: Uint8Array; width: number; height: number };

/** A document with room for its signature. `contents`: from its first angle bracket to behind its last. */
export type Prepared = { document: Uint8Array; contents: { start: number; end: number } };

export type Refusal = 'PASSWORD' | 'BROKEN' | 'TOO_MANY' | 'TOO_MUCH' | 'SCRIPTS' | 'FORM' | 'SIGNED';

/** `most`: pages that a paper may have. */
export type WorkerInput = { bytes: Uint8Array; most: number } & (
  | { act: 'sizes' | 'texts' }
  /** `first`: from 1. */
  | { act: 'pictures'; first: number; count: number; width: number }
  | { act: 'compose'; composition: Composition }
  /** `room`: bytes that the signature takes. */
  | { act: 'seal'; seal: Seal; room: number }
);
export type WorkerOutput = {
  refused?: Refusal;
  sizes?: PageSize[];
  texts?: string[];
  pictures?: RawPicture[];
  composed?: Uint8Array;
  sealed?: Prepared;
};
