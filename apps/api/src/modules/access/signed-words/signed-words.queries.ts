import type { Db } from '#api/context.ts';

export const findKeyFile = async (db: Db): Promise<string | undefined> =>
  (await db.selectFrom('installation_key').select('key').executeTakeFirst())?.key;

/**
 * Names the file of the installation key unless another process named one meanwhile. `lost` is the name of a file that
 * no longer exists.
 */
export async function nameKeyFile(db: Db, key: string, lost: string | undefined): Promise<void> {
  if (lost) await db.updateTable('installation_key').set({ key }).where('key', '=', lost).execute();
  else
    await db
      .insertInto('installation_key')
      .values({ key })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}
