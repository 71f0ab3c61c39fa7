import { property } from './properties.ts';

type Call = <T>(method: string, path: string, body?: unknown) => Promise<T>;
type Application = { id: number; parties: { id: number; link: { url: string } }[] };

/** An application of one tenant for a property to let, with its link sent. */
export async function applied(call: Call, name = 'Helena Prado'): Promise<Application> {
  const property_id = await property(call);
  const tenant = { name, phone: '32988412076' };
  const { id } = await call<{ id: number }>('POST', '/application', { property_id, rent: 1_800, fees: 200, tenant });
  return call<Application>('POST', `/application/${id}/send`);
}

/** Path of the form of the application's first party. */
export const formOfTenant = ({ parties }: Application) =>
  new URL(parties[0]?.link.url ?? '', process.env.E2E_URL ?? 'http://localhost').pathname;
