/** One request as it is sent, to the product and to its twin. */
export type Request = {
  path: string
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string
}

/** An unknown name in the query: such a page is made for its reader alone. */
export const unkept = ({ path }: { path: string }): Request => ({
  path: `${path}${path.includes('?') ? '&' : '?'}x=1`,
})
