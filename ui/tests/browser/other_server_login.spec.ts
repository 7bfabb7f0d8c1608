// Logging in to another MCP server that wants tokens.

import { expect, open, test, unique } from "./harness";
import { withLoginServer } from "./login_server";

test("an admin logs in to another server, which is connected then", async ({ page, request, complaints }) => {
  await withLoginServer(async (address) => {
    const name = unique("tickets");
    const added = await request.post("/api/v1/servers", { data: { name, url: `${address}/mcp` } });
    expect(added.status()).toBe(201);
    await open(page, `/servers/${name}`);
    await expect(page.getByTestId("server-state")).toHaveAttribute("data-status", "waiting");
    await page.getByTestId("server-login").click();
    await expect(page.getByTestId("server-state")).toHaveAttribute("data-status", "ready");
    await expect(page.getByTestId("server-tools")).toContainText(`${name}.secret`);
    // Neither the code nor the state of the login are left in the address.
    await expect(page).toHaveURL(new RegExp(`/servers/${name}$`));
    // The answer is good for once, and nobody can bring another one.
    await open(page, `/servers/${name}?code=stolen&state=made-up`);
    await expect(page.getByTestId("toast")).toContainText("no login to this server waits");
    await expect(page.getByTestId("server-state")).toHaveAttribute("data-status", "ready");
    // The browser went to the authorization server, and to nobody else.
    expect(complaints.filter((one) => !one.startsWith(`${address}/authorize`))).toEqual([]);
    complaints.length = 0;
    const found = await request.get(`/api/v1/servers/${name}`);
    const { version } = await found.json();
    await request.delete(`/api/v1/servers/${name}`, { headers: { "if-match": `"${version}"` } });
  });
});
