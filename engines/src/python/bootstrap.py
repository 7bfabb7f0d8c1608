# The folder of scripts must not hide the modules that the driver needs.
import sys
sys.path[:] = [path for path in sys.path if path]
import json, os
descriptor = os.dup(0)
os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
requests = open(descriptor, "rb", closefd=False)
settings = json.loads(requests.readline())
exec(compile(settings["driver"], "<toolwright>", "exec"), {
    "__name__": "toolwright_driver", "__file__": "<toolwright>",
    "requests": requests, "descriptor": descriptor, "settings": settings,
})
