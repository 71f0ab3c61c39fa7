import { once } from 'node:events';
import { isIP } from 'node:net';
import { connect } from 'node:tls';
import type { Certificate } from './judge.ts';

type Options = { within: number /** Certificates of authorities trusted besides the system's. */; ca?: string };

/** The certificate that an https address presents, trusted or not. */
export async function readCertificate(
  { hostname, port }: URL,
  { within, ca }: Options,
): Promise<Certificate | { unreachable: string }> {
  const host = hostname.replace(/^\[|\]$/g, '');
  const socket = connect({
    host,
    port: Number(port || 443),
    // Read even when it would be refused; the reason is reported.
    rejectUnauthorized: false,
    ...(isIP(host) === 0 && { servername: host }),
    ...(ca && { ca }),
  });
  try {
    await once(socket, 'secureConnect', { signal: AbortSignal.timeout(within) });
    const until = socket.getPeerX509Certificate()?.validToDate;
    if (!until) return { unreachable: 'sem certificado' };
    return { until, problem: socket.authorized ? undefined : reasonOf(socket.authorizationError) };
  } catch (error) {
    const { code, name } = error as { code?: string; name: string };
    return { unreachable: name === 'AbortError' ? 'sem resposta' : (code ?? name) };
  } finally {
    socket.destroy();
  }
}

const REASONS: Record<string, string> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: 'feito por ele mesmo',
  SELF_SIGNED_CERT_IN_CHAIN: 'de uma autoridade desconhecida',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'falta o certificado intermediário',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'de uma autoridade desconhecida',
  CERT_HAS_EXPIRED: 'vencido',
  ERR_TLS_CERT_ALTNAME_INVALID: 'feito para outro endereço',
};

/** Node gives the code as an error or as text. */
function reasonOf(error: Error | string | undefined) {
  const code = (error as { code?: string } | undefined)?.code ?? String(error);
  return REASONS[code] ?? code;
}
