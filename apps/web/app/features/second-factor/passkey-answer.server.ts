/** What a browser posts once a passkey has answered. */
export function readAnswer(form: FormData) {
  const textOf = (name: string) => {
    const value = form.get(name)
    return typeof value === 'string' ? value : ''
  }
  return { token: textOf('token'), name: textOf('name'), response: toRecord(textOf('response')) }
}

/** What no browser could have written is empty: the server then refuses it like any wrong answer. */
function toRecord(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}
