import { GUARANTEES } from '@morada/domain/lease/contract';

export const GUARANTEE_OPTIONS = Object.entries(GUARANTEES).map(([value, label]) => ({ value, label }));
