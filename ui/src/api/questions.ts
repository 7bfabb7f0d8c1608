import { getAll, post, request, segment } from "./client";

export interface Question {
  id: string;
  question: string;
  options: string[] | null;
  asked_at: string;
  tool: string | null;
  caller: string | null;
  expires_at: string | null;
}

export const listQuestions = (): Promise<Question[]> => getAll("questions", {});
export const answerQuestion = (id: string, answer: unknown): Promise<void> =>
  post(`questions/${segment(id)}`, { answer });
export const dismissQuestion = (id: string): Promise<void> => request("DELETE", `questions/${segment(id)}`);
