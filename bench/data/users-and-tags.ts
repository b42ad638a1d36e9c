import { render, rendererVersion } from '@stoa/markdown/render'
import { deletionVariants } from '../../apps/server/src/features/discovery/search/search.typos.ts'
import { addTo, writeActivity, userIdOf, row, type Site, tagId } from './site-writer.ts'
import { copyText } from './pieces.ts'
import { createRandom } from './random.ts'
import { siteCreatedAt, timeText } from './scale.ts'

/** Tags, users and title words, whose counts are known after the questions are written. */
export function writeUsersAndTags(site: Site) {
  writeTagFollows(site)
  writeTags(site)
  writeUsers(site)
  for (const [word, titles] of site.state.titleWords)
    site.copies.search_words.write(row(word, titles, `{${deletionVariants(word).join(',')}}`))
}

/** Half of the users follow a few tags, mostly common ones. */
function writeTagFollows({ scale, state, copies }: Site) {
  for (let user = 0; user < scale.users; user++) {
    const random = createRandom(scale.seed ^ 0x3c05, user)
    if (random.isOneIn(2)) continue
    const tags = new Set(Array.from({ length: 1 + random.below(5) }, () => random.zipf(scale.tags)))
    for (const tag of tags) {
      addTo(state.tagFollowers, tag, 1)
      copies.follows.write(row(userIdOf(user), tagId(tag), timeText(siteCreatedAt)))
    }
  }
}

const tagDescription = 'For questions about **this subject**, its tools and its limits.'

function writeTags(site: Site) {
  const { state, copies, library } = site
  const { html, excerpt } = render(tagDescription)
  const at = timeText(siteCreatedAt)
  for (const [tag, name] of library.tagNames.entries()) {
    const id = tagId(tag)
    const counts = [state.tagQuestions[tag] ?? 0, state.tagFollowers[tag] ?? 0]
    copies.tags.write(
      row(
        id,
        name,
        name,
        copyText(tagDescription),
        copyText(html),
        copyText(excerpt),
        rendererVersion,
        ...counts,
        userIdOf(0),
        at,
      ),
    )
    copies.revisions.write(
      row(
        ++state.last.revision,
        id,
        1,
        userIdOf(0),
        name,
        name,
        copyText(tagDescription),
        '{}',
        0,
        at,
      ),
    )
    writeActivity(site, { kind: 'created', objectId: id, user: 0, at: siteCreatedAt })
  }
}

function writeUsers({ scale, state, copies }: Site) {
  const at = timeText(siteCreatedAt)
  for (let user = 0; user < scale.users; user++) {
    const name = `person${user}`
    copies.users.write(
      row(
        userIdOf(user),
        name,
        `Person ${user}`,
        `${name}@example.org`,
        at,
        state.points[user] ?? 0,
        state.questionCounts[user] ?? 0,
        state.answerCounts[user] ?? 0,
        at,
      ),
    )
  }
}
