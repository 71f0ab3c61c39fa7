import { GUARANTEES } from '@morada/domain/contract';

export const GUARANTEE_OPTIONS = Object.entries(GUARANTEES).map(([value, label]) => ({ value, label }));
