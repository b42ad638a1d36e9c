/** Sent to Stoa and to its baselines. */
export type Request = {
  path: string
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string
}

/** An unknown query parameter bypasses the page cache. */
export const uncached = ({ path }: { path: string }): Request => ({
  path: `${path}${path.includes('?') ? '&' : '?'}x=1`,
})
