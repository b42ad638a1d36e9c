/** A vote on a question or an answer. */
export type CastVote = {
  userId: string
  authorId: string
  objectId: string
  value: 1 | -1
  castAt: Date
}

/** Votes to reverse together. */
export type SerialVotes = { userId: string; authorId: string; objectIds: string[] }

const dayMs = 86_400_000
/** Rings vote slowly, to stay below the limit of a day. */
export const ringDays = 7
/** More than one, so that a night in which the job did not run is made up for. */
const searchedDays = 2

/**
 * Finds votes of users who vote on one author: at least `minimum` within a day, and at least half of all that the user
 * cast within a day before and after. The share spares those who read and vote a lot. Votes are in order of time.
 */
export function findBursts(votes: readonly CastVote[], minimum: number, now: Date): SerialVotes[] {
  const earliest = now.getTime() - searchedDays * dayMs
  return [...Map.groupBy(votes, ({ userId }) => userId)].flatMap(([userId, ofUser]) => {
    const times = ofUser.map(({ castAt }) => castAt.getTime())
    return [...Map.groupBy(ofUser, ({ authorId }) => authorId)]
      .map(([authorId, onAuthor]) => {
        const serial = selectBursts(
          onAuthor,
          (count, end) => end > earliest && isSerial(count, countAround(times, end), minimum),
        )
        return { userId, authorId, objectIds: serial.map(({ objectId }) => objectId) }
      })
      .filter(({ objectIds }) => objectIds.length > 0)
  })
}

/** Every vote of a day whose number of votes matches. The day ends with one of the votes. */
function selectBursts(
  votes: readonly CastVote[],
  matches: (count: number, end: number) => boolean,
): CastVote[] {
  const selected: CastVote[] = []
  const times = votes.map(({ castAt }) => castAt.getTime())
  let next = 0
  for (const [last, end] of times.entries()) {
    const first = findFirst(times, end - dayMs + 1)
    if (!matches(last - first + 1, end)) continue
    selected.push(...votes.slice(Math.max(first, next), last + 1))
    next = last + 1
  }
  return selected
}

const countAround = (times: readonly number[], end: number) =>
  findFirst(times, end + dayMs) - findFirst(times, end - dayMs + 1)

/** The index of the first of the sorted times that is not before the start. */
function findFirst(times: readonly number[], start: number) {
  let [low, high] = [0, times.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((times[middle] ?? start) < start) low = middle + 1
    else high = middle
  }
  return low
}

const isSerial = (onAuthor: number, total: number, minimum: number) =>
  onAuthor >= minimum && onAuthor * 2 >= total

const objectIdsOn = (votes: readonly CastVote[], authorId: string) =>
  votes.filter((vote) => vote.authorId === authorId).map(({ objectId }) => objectId)

/** Upvotes of users who mostly vote for one author. They belong to a ring if the author does the same for them. */
export function findFavorites(votes: readonly CastVote[], minimum: number): SerialVotes[] {
  const upvotes = votes.filter(({ value }) => value === 1)
  return [...Map.groupBy(upvotes, ({ userId }) => userId)].flatMap(([userId, ofUser]) =>
    [...Map.groupBy(ofUser, ({ authorId }) => authorId)]
      .filter(([, onAuthor]) => isSerial(onAuthor.length, ofUser.length, minimum))
      .map(([authorId, onAuthor]) => ({
        userId,
        authorId,
        objectIds: objectIdsOn(onAuthor, authorId),
      })),
  )
}

/** Keeps the pairs that exist in both directions. */
export function findRings(favorites: readonly SerialVotes[]): SerialVotes[] {
  const keys = new Set(favorites.map(({ userId, authorId }) => `${userId} ${authorId}`))
  return favorites.filter(({ userId, authorId }) => keys.has(`${authorId} ${userId}`))
}
