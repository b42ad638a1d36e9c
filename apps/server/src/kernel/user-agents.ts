const bots =
  /(?<!cu)bot\b|bot[/_-]|crawl|spider|slurp|archiver|facebookexternalhit|preview|monitor|scrap|headless|^(curl|wget|python|go-http|java|okhttp|axios|node|undici|libwww|httpclient|ruby|php)\b/i

/** True for an empty user agent, because browsers always send one. */
export function isBot(userAgent: string): boolean {
  return userAgent.trim() === '' || bots.test(userAgent)
}
