import type { KeyObject, X509Certificate } from 'node:crypto';
import type { DpsEnvironment } from '@morada/domain/fiscal/taxpayer';
import type { Patience } from '../service.ts';

/** What a certificate file opens to. It is in memory alone. */
export type Signer = {
  privateKey: KeyObject;
  certificate: X509Certificate;
  chain: readonly X509Certificate[];
};

/** How the national system is reached, beside the certificate. */
export type NationalSettings = {
  environment: DpsEnvironment;
  /** In place of the national system's own: tests and trials. */
  address?: string;
  /** Of the signature: both are accepted. */
  hash: 'SHA1' | 'SHA256';
  /** Certificate authority of the service in PEM, unless it is a public one. */
  authority?: string;
  patience?: Patience;
};
