import { useQuery } from "@tanstack/react-query";
import { listServers } from "../../api/servers";

/** A connection is lost and made again without an event of the server. */
const ASK_EVERY = 2000;

/** The other MCP servers, kept up to date while the page is open. */
export const useServers = () =>
  useQuery({ queryKey: ["servers"], queryFn: listServers, refetchInterval: ASK_EVERY });
