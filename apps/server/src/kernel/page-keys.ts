// Keys of what cached pages show, for their invalidation.

export const objectKey = (id: string) => `o${id}`
export const userKey = (id: string) => `u${id}`
/** Invalidates every page. */
export const allPagesKey = '*'
/** Of pages that show more than one question with its answers: invalidated by every change. */
export const listPagesKey = 'lists'
