import { invoices } from '@morada/contract/money/invoices';
import { transfers } from '@morada/contract/money/transfers';
import type { LinkProps } from '@tanstack/react-router';
import { may } from '#web/lib/session/session.ts';
import { overPage } from '#web/ui/overlay/record-from-url.tsx';

type Place = Pick<LinkProps, 'to' | 'params' | 'search'>;

/** Links to pages of other features; undefined where the user lacks the permission. */
export const clientPage = (id: number): Place | undefined =>
  may('CLIENT_VIEW') ? { to: '/clients/info/$id', params: { id: String(id) } } : undefined;

export const propertyPage = (id: number): Place | undefined =>
  may('PROPERTY_VIEW') ? { to: '/properties/info/$id', params: { id: String(id) } } : undefined;

/** The window of an invoice or a transfer over the contract; undefined where the session may not read it. */
export const invoiceOver = (id: number): LinkProps | undefined =>
  may(invoices.show.access) ? overPage('invoice', id) : undefined;

export const transferOver = (id: number): LinkProps | undefined =>
  may(transfers.show.access) ? overPage('transfer', id) : undefined;
