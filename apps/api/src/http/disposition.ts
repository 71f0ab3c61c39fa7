import { create } from 'content-disposition';

/** The name under which a browser saves what it shows: `inline; filename="contrato assinado.pdf"`. */
export const inlineAs = (name: string) => create(name, { type: 'inline' });
