export const wavesPath = '/review/waves'

export const wavePath = (id: string, part?: 'posts' | 'accounts') =>
  part === undefined ? `${wavesPath}/${id}` : `${wavesPath}/${id}/${part}`

/** Ids of the URL that no wave can have. */
export const isWaveId = (id: string | undefined): id is string =>
  id !== undefined && /^[1-9]\d{0,17}$/.test(id)
