import { jsonList, jsonObject, poll } from './api.ts'
import { listDeep, listFirst, userProfile, tagList } from './lists.ts'
import { questionUncached, questionCached, questionMember, questionNginx } from './question.ts'
import type { Scenario } from './scenario.ts'
import {
  searchCommon,
  searchPhrase,
  searchRare,
  searchSuggestions,
  searchTagAndWord,
  searchTwoTags,
  searchTypo,
} from './searches.ts'
import { ask, vote, voteContended } from './writes.ts'

export const scenarios: readonly Scenario[] = [
  questionCached,
  questionNginx,
  questionUncached,
  questionMember,
  listFirst,
  listDeep,
  tagList,
  userProfile,
  searchTwoTags,
  searchCommon,
  searchRare,
  searchPhrase,
  searchTypo,
  searchTagAndWord,
  searchSuggestions,
  jsonObject,
  jsonList,
  poll,
  vote,
  voteContended,
  ask,
]
