import type { PluginValues } from '@stoa/contract/plugin-fields'

const bucketPattern = /^[a-zA-Z0-9][a-zA-Z0-9._-]{1,62}$/
const regionPattern = /^[a-z0-9][a-z0-9-]{0,49}$/
/** The same in a URL and in what is signed. */
const prefixPattern = /^([a-zA-Z0-9][a-zA-Z0-9._-]*\/)*$/

export function findSettingProblems(settings: PluginValues): Record<string, string> {
  const text = (name: string) => String(settings[name] ?? '').trim()
  const problems: Record<string, string> = {}
  const endpoint = URL.parse(text('endpoint'))
  if (endpoint === null || !['http:', 'https:'].includes(endpoint.protocol))
    problems['endpoint'] = 'Enter a URL, such as https://s3.eu-central-1.amazonaws.com.'
  else if (endpoint.pathname !== '/' || endpoint.search !== '' || endpoint.username !== '')
    problems['endpoint'] = 'Enter only protocol, host and port. The bucket has a field of its own.'
  else if (settings['path_style'] !== true && !endpoint.hostname.startsWith(`${text('bucket')}.`))
    problems['endpoint'] = 'Without path-style URLs, the host begins with the name of the bucket.'
  if (!bucketPattern.test(text('bucket'))) problems['bucket'] = 'This is not the name of a bucket.'
  if (!regionPattern.test(text('region'))) problems['region'] = 'This is not the name of a region.'
  if (!prefixPattern.test(text('prefix')))
    problems['prefix'] = 'Use letters, digits, dots, dashes and underscores, and end with a slash.'
  return problems
}
