/** Programs that read on their own, by what they call themselves. */
const bots =
  /(?<!cu)bot\b|bot[/_-]|crawl|spider|slurp|archiver|facebookexternalhit|preview|monitor|scrap|headless|^(curl|wget|python|go-http|java|okhttp|axios|node|undici|libwww|httpclient|ruby|php)\b/i

/** Whether no person reads. Browsers always say what they are. */
export function isBot(userAgent: string): boolean {
  return userAgent.trim() === '' || bots.test(userAgent)
}
