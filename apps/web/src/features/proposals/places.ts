import type { LinkProps } from '@tanstack/react-router';
import { may } from '#web/lib/session.ts';

type Place = Pick<LinkProps, 'to' | 'params' | 'search'>;

/** Pages of other features that a contract leads to; undefined where whoever is signed in may not go. */
export const clientPage = (id: number): Place | undefined =>
  may('CLIENT_VIEW') ? { to: '/clients/info/$id', params: { id: String(id) } } : undefined;

export const propertyPage = (id: number): Place | undefined =>
  may('PROPERTY_VIEW') ? { to: '/properties/info/$id', params: { id: String(id) } } : undefined;

export const invoicePage = (id: number): Place | undefined =>
  may(['FINANCIAL_VIEW', 'FINANCIAL_INVOICE_VIEW']) ? { to: '/financial/invoices', search: { open: id } } : undefined;

export const transferPage = (id: number): Place | undefined =>
  may(['FINANCIAL_VIEW', 'FINANCIAL_TRANSFER_VIEW']) ? { to: '/financial/transfers', search: { open: id } } : undefined;
