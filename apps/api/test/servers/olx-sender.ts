import type { FastifyInstance } from 'fastify';

/** A lead as the OLX group sends it. */
export const olxLead = (number: number, given: Record<string, unknown> = {}) => ({
  leadOrigin: 'VivaReal',
  timestamp: '2026-11-27T14:11:20.000Z',
  originLeadId: `lead-${number}`,
  originListingId: '87027856',
  clientListingId: '0',
  name: `Pessoa ${number}`,
  email: `pessoa${number}@exemplo.com.br`,
  ddd: '32',
  phone: `9${String(80_000_000 + number)}`,
  phoneNumber: `329${String(80_000_000 + number)}`,
  message: 'Quero visitar este imóvel.',
  temperature: 'ALTA',
  transactionType: 'RENT',
  ...given,
});

export const basic = (secret: string) => `Basic ${Buffer.from(`vivareal:${secret}`).toString('base64')}`;

/** Tries of one lead: the first, and those after an answer that is no success. */
const TRIES = 1 + 3;

/** Sends leads as the OLX group does, and again those that were not answered with success. */
export const olxSender = (app: Pick<FastifyInstance, 'inject'>, secret: string) => ({
  /** @returns the status of each try */
  async send(lead: unknown): Promise<number[]> {
    const statuses: number[] = [];
    while (statuses.length < TRIES && !statuses.some((status) => status < 300)) {
      const { statusCode } = await app.inject({
        method: 'POST',
        url: '/api/portal/olx',
        headers: { authorization: basic(secret), 'content-type': 'application/json', 'user-agent': 'olx-group-api' },
        payload: JSON.stringify(lead),
      });
      statuses.push(statusCode);
    }
    return statuses;
  },
});
