import { readFile } from 'node:fs/promises'
import { failField } from '../../../kernel/errors.ts'

let passwords: Promise<ReadonlySet<string>> | undefined

export async function rejectCommonPassword({
  password,
  field,
}: {
  password: string
  field: string
}) {
  passwords ??= loadPasswords()
  if ((await passwords).has(password.toLowerCase())) failField(field, 'account.password_common')
}

/** One lowercase password per line. The build copies the file next to the bundle. */
async function loadPasswords() {
  const text = await readFile(new URL('./common-passwords.txt', import.meta.url), 'utf8')
  return new Set(text.split('\n'))
}
