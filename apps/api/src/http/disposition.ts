import { create } from 'content-disposition';

/** Content-Disposition with the name for saving: `inline; filename="contrato assinado.pdf"`. */
export const inlineAs = (name: string) => create(name, { type: 'inline' });
