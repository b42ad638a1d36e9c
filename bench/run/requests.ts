/** One request as it is sent, to the product and to its twin. */
export type Request = {
  path: string
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string
}
