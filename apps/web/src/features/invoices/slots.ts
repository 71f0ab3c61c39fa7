import type { InvoiceDetail } from '@morada/contract/invoices';
import type { ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import type { FieldProps } from '#web/ui/form/field.ts';

/** A search result: a person, with the contracts in which they are the tenant. */
export type Tenant = { contracts: { id: number; status: string; property: string }[] };

/** The field that finds a tenant; the page brings it from the feature that knows clients. */
export type TenantSlot = <V extends FieldValues>(
  field: FieldProps<V> & { onChoose: (tenant: Tenant | undefined) => void },
) => ReactNode;

/** The invoice's boleto; the page brings it from the feature that knows them. */
export type BoletoSlot = (invoice: InvoiceDetail) => ReactNode;
