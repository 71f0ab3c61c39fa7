import { ALL, PERMISSION_AREAS, PERMISSIONS } from '@morada/domain/access/permissions';

/** `Tudo`, or the areas in which the group may do something: `Clientes (4), Boletos (1)`. */
export function permissionsInBrief(codes: readonly string[]): string {
  if (codes.includes(ALL)) return 'Tudo';
  return PERMISSION_AREAS.map(({ area, permissions }) => ({
    area,
    held: permissions.filter(({ code }) => codes.includes(code)).length,
  }))
    .filter(({ held }) => held > 0)
    .map(({ area, held }) => `${area} (${held})`)
    .join(', ');
}

/** `12 de 56`, or all of them. */
export const permissionsCounted = (codes: readonly string[]) =>
  `${codes.includes(ALL) ? PERMISSIONS.length : codes.length} de ${PERMISSIONS.length}`;
