export type Embed = { site: string; kind: 'video' | 'code'; url: string }

type Provider = {
  site: string
  kind: Embed['kind']
  hosts: readonly string[]
  /** What is shown in the frame; null for other pages of the site. */
  toFrame(url: URL): string | null
}

const youTubeId = /^[\w-]{11}$/

const providers: readonly Provider[] = [
  {
    site: 'YouTube',
    kind: 'video',
    hosts: ['youtube.com', 'www.youtube.com', 'm.youtube.com', 'youtu.be'],
    toFrame(url) {
      const [, first = '', second = ''] = url.pathname.split('/')
      const isShort = url.host === 'youtu.be'
      const inPath = ['shorts', 'live', 'embed'].includes(first) ? second : ''
      const id = isShort ? first : first === 'watch' ? (url.searchParams.get('v') ?? '') : inPath
      if (!youTubeId.test(id)) return null
      const start = secondsOf(url.searchParams.get('t') ?? url.searchParams.get('start') ?? '')
      const query = start === 0 ? '' : `?start=${start}`
      return `https://www.youtube-nocookie.com/embed/${id}${query}`
    },
  },
  {
    site: 'Vimeo',
    kind: 'video',
    hosts: ['vimeo.com'],
    toFrame(url) {
      const [, id, hash] = /^\/(\d{5,12})(?:\/([0-9a-f]{6,20}))?\/?$/.exec(url.pathname) ?? []
      if (id === undefined) return null
      return `https://player.vimeo.com/video/${id}?dnt=1${hash === undefined ? '' : `&h=${hash}`}`
    },
  },
  {
    site: 'CodePen',
    kind: 'code',
    hosts: ['codepen.io'],
    toFrame(url) {
      const path = /^\/([\w-]{1,60})\/(?:pen|full|details)\/([A-Za-z]{5,12})\/?$/.exec(url.pathname)
      return path && `https://codepen.io/${path[1]}/embed/${path[2]}?default-tab=result`
    },
  },
  {
    site: 'JSFiddle',
    kind: 'code',
    hosts: ['jsfiddle.net'],
    toFrame(url) {
      const path = /^((?:\/[\w-]{1,60}){1,2}(?:\/\d{1,4})?)\/?$/.exec(url.pathname)
      return path && `https://jsfiddle.net${path[1]}/embedded/result,js,html,css/`
    },
  },
]

/** `90`, `90s` or `1h2m3s`. */
function secondsOf(text: string): number {
  const [, hours, minutes, seconds] =
    /^(?:(\d{1,2})h)?(?:(\d{1,3})m)?(?:(\d{1,6})s?)?$/.exec(text) ?? []
  return Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + Number(seconds ?? 0)
}

/** Null for a link that stays a link. */
export function findEmbed(link: string): Embed | null {
  const url = URL.parse(link)
  if (url === null || !/^https?:$/.test(url.protocol)) return null
  const provider = providers.find(({ hosts }) => hosts.includes(url.host))
  const frame = provider?.toFrame(url) ?? null
  return provider === undefined || frame === null
    ? null
    : { site: provider.site, kind: provider.kind, url: frame }
}
