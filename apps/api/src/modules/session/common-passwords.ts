let list: Promise<ReadonlySet<string>> | undefined;

/** Read once, when the first password is chosen: most starts of a server see none. */
async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common']);
}

/** Whether it is among the some 50,000 passwords that leaks held most often, in whatever case. */
export async function isCommon(password: string): Promise<boolean> {
  list ??= load();
  return (await list).has(password.toLowerCase());
}
