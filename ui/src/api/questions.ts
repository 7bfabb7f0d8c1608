import type { Answer } from "./answer";
import { getAll, post, request, segment } from "./client";

export type Question = Answer<"QuestionView">;

export const listQuestions = (): Promise<Question[]> => getAll("questions", {});
export const answerQuestion = (id: string, answer: unknown): Promise<void> =>
  post(`questions/${segment(id)}`, { answer });
export const dismissQuestion = (id: string): Promise<void> => request("DELETE", `questions/${segment(id)}`);
