import { render, rendererVersion } from '@stoa/markdown/render'
import { shorterOf } from '../../apps/server/src/features/search/search.typos.ts'
import { countIn, note, personId, row, type Site, tagId } from './acts.ts'
import { copyText } from './pieces.ts'
import { randomOf } from './random.ts'
import { beginning, timeText } from './scale.ts'

/** What stands under threads and is counted while they are written: tags, people and the words of titles. */
export function writeFoundations(site: Site) {
  writeTagFollows(site)
  writeTags(site)
  writePeople(site)
  for (const [word, titles] of site.state.titleWords)
    site.copies.search_words.write(row(word, titles, `{${shorterOf(word).join(',')}}`))
}

/** Half of the people follow a few tags, mostly the common ones. */
function writeTagFollows({ scale, state, copies }: Site) {
  for (let person = 0; person < scale.people; person++) {
    const random = randomOf(scale.seed ^ 0x3c05, person)
    if (random.isOneIn(2)) continue
    const tags = new Set(Array.from({ length: 1 + random.below(5) }, () => random.zipf(scale.tags)))
    for (const tag of tags) {
      countIn(state.tagFollowers, tag, 1)
      copies.follows.write(row(personId(person), tagId(tag), timeText(beginning)))
    }
  }
}

const about = 'For questions about **this subject**, its tools and its limits.'

function writeTags(site: Site) {
  const { state, copies, library } = site
  const { html, excerpt } = render(about)
  const at = timeText(beginning)
  for (const [tag, name] of library.tagNames.entries()) {
    const id = tagId(tag)
    const counts = [state.tagQuestions[tag] ?? 0, state.tagFollowers[tag] ?? 0]
    copies.tags.write(
      row(
        id,
        name,
        name,
        copyText(about),
        copyText(html),
        copyText(excerpt),
        rendererVersion,
        ...counts,
        personId(0),
        at,
      ),
    )
    copies.revisions.write(
      row(++state.last.revision, id, 1, personId(0), name, name, copyText(about), '{}', 0, at),
    )
    note(site, { kind: 'created', objectId: id, person: 0, at: beginning })
  }
}

function writePeople({ scale, state, copies }: Site) {
  const at = timeText(beginning)
  for (let person = 0; person < scale.people; person++) {
    const name = `person${person}`
    copies.users.write(
      row(
        personId(person),
        name,
        `Person ${person}`,
        `${name}@example.org`,
        at,
        state.points[person] ?? 0,
        state.asked[person] ?? 0,
        state.answered[person] ?? 0,
        at,
      ),
    )
  }
}
