export function readPasskeyResponse(form: FormData) {
  const readText = (name: string) => {
    const value = form.get(name)
    return typeof value === 'string' ? value : ''
  }
  return {
    token: readText('token'),
    name: readText('name'),
    response: toRecord(readText('response')),
  }
}

/** Invalid JSON becomes an empty object, which the server rejects like any wrong response. */
function toRecord(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}
