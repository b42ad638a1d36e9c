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
  if (await isCommonPassword(password)) failField(field, 'account.password_common')
}

export async function isCommonPassword(password: string) {
  passwords ??= loadPasswords()
  return (await passwords).has(password.toLowerCase())
}

/** One lowercase password per line. The build copies the file next to the bundle. */
async function loadPasswords() {
  const text = await readFile(new URL('./common-passwords.txt', import.meta.url), 'utf8')
  return new Set(text.split('\n'))
}
